"""Tests of A World at War: who may go where."""
