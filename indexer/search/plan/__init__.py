"""What a query asks for, worked out once: where hits can be, and which files can have any."""
