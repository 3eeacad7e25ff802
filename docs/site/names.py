def unknown_names(): return []
