/** Every page loads this first: it looks as its person wants it, also when the device turns dark in the evening. */

import { DARK, dress } from './appearance'

dress()
// oxlint-disable-next-line pangea/scopes-own-calls -- as long as the page itself
matchMedia(DARK).addEventListener('change', dress)
