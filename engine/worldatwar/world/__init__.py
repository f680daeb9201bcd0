"""What stands in a campaign of A World at War: powers and sides, boxes, bases and fronts, units, turns."""
