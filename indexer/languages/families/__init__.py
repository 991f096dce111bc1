"""What languages of one family have in common, for their profiles to use."""
