"""``pangea env edit``: a page that corrects a place, served to this computer alone."""
