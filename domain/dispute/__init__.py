"""What stands behind an entry, what another reading would have made of it, and an umpire's word on it."""
