"""Public benchmarks with human ratings, read from files the user has: one file here for each benchmark."""

from triptych.catalog.benchmarks._benchmark import Benchmark, benchmark_names, load_benchmark

__all__ = ["Benchmark", "benchmark_names", "load_benchmark"]
