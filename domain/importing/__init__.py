"""Games from elsewhere: what a file tells of becomes orders and facts, with an account of what was understood."""
