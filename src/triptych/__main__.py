"""`python -m triptych`."""

from triptych.cli import main

main()
