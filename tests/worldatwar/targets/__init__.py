"""Tests of A World at War: what may be bombed."""
