import { t } from '../../kit/messages/messages'

/** The browser cannot draw panoramas; `remedy` is what to do about it. */
export class WebGLError extends Error {
  override readonly name = 'WebGLError'
  readonly remedy = t('equipment.fault.webgl.remedy')

  constructor(cause: unknown) {
    super(t('equipment.fault.webgl.what'), { cause })
  }
}
