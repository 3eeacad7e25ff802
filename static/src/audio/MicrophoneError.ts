import { t } from '../kit/messages/messages'

export type MicrophoneFault = 'insecure' | 'frame' | 'denied' | 'missing' | 'busy' | 'failed'

/** Why there is no voice (`fault`), and what to do about it (`remedy`). */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError'
  readonly remedy: string

  constructor(readonly fault: MicrophoneFault) {
    super(t(`equipment.fault.${fault}.what`))
    this.remedy = t(`equipment.fault.${fault}.remedy`)
  }

  /** Makes the error from the browser's answer to the request. */
  static from(cause: unknown): MicrophoneError {
    const name = cause instanceof DOMException ? cause.name : ''
    if (name === 'NotAllowedError' && isSilencedFrame()) return new MicrophoneError('frame')
    return new MicrophoneError(FAULTS[name] ?? 'failed')
  }
}

const FAULTS: Record<string, MicrophoneFault> = {
  NotAllowedError: 'denied',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
}

interface PermissionsPolicy {
  allowsFeature: (feature: string) => boolean
}

/** Whether this page is in a frame that may not use the microphone: then the browser refuses without asking. */
function isSilencedFrame(): boolean {
  const { permissionsPolicy, featurePolicy } = document as {
    permissionsPolicy?: PermissionsPolicy
    featurePolicy?: PermissionsPolicy
  }
  const policy = permissionsPolicy ?? featurePolicy
  return window.self !== window.top && policy !== undefined && !policy.allowsFeature('microphone')
}
