"""Tests of A World at War: strategic bombing."""
