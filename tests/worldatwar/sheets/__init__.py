"""Tests of A World at War: what screens and calculators show."""
