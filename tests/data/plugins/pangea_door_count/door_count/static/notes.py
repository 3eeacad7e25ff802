print('not for browsers')
