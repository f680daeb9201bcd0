"""Tests of the kernel, on a small game made for them."""
