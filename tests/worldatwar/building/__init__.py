"""Tests of A World at War: force pools and construction."""
