import { initializeApp } from 'firebase/app'
import { browserPopupRedirectResolver, connectAuthEmulator, GoogleAuthProvider, initializeAuth, inMemoryPersistence, signInWithPopup } from 'firebase/auth'

import type { FirebaseView } from '../../api/types'
import { trustOnly } from '../../kit/dom/trustedTypes'

trustOnly({ scriptAddress: /^https:\/\/apis\.google\.com\/js\/api\.js\?onload=\w+$/ })

/** Signs in with Google in a window of its own; the ID token says who it was. Our own session begins with it, so none is kept here. */
export async function googleIdToken(project: FirebaseView): Promise<string> {
  const app = initializeApp({ apiKey: project.api_key, authDomain: project.auth_domain, projectId: project.project_id })
  const auth = initializeAuth(app, { persistence: inMemoryPersistence, popupRedirectResolver: browserPopupRedirectResolver })
  if (project.emulator) connectAuthEmulator(auth, `http://${project.emulator}`, { disableWarnings: true })
  const { user } = await signInWithPopup(auth, new GoogleAuthProvider())
  return user.getIdToken()
}
