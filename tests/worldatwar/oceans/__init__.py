"""Tests of A World at War: submarine warfare."""
