"""One page that replays a game in a browser: the data in it, and the text it is made of."""
