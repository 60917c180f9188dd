"""Settings of the whole test suite."""

from hypothesis import settings

# Speed is measured by the benchmarks; a busy machine must not fail a test.
settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile("slow", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile("default")
