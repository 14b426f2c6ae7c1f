"""Public benchmarks with human ratings, read from files the user has: one file here for each benchmark."""

from triptych.catalog.benchmarks._benchmark import Benchmark as Benchmark
from triptych.catalog.benchmarks._benchmark import benchmark_names as benchmark_names
from triptych.catalog.benchmarks._benchmark import load_benchmark as load_benchmark
