/** Why there is no voice, and what to do about it (`remedy`). */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError'

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message)
  }

  static from(cause: unknown): MicrophoneError {
    const name = cause instanceof DOMException ? cause.name : ''
    const [message, remedy] = REASONS[name] ?? [
      'The microphone could not be started.',
      'Reload the page, or try another browser.',
    ]
    return new MicrophoneError(message, remedy)
  }
}

const REASONS: Record<string, readonly [message: string, remedy: string]> = {
  NotAllowedError: [
    'The browser was not allowed to use the microphone.',
    'Allow it for this page: click the symbol beside the address, choose Microphone, Allow, and try again.',
  ],
  NotFoundError: ['No microphone was found.', 'Plug one in, or switch it on, and try again.'],
  NotReadableError: [
    'The microphone is there, but gives no sound.',
    'Close other programs that may be using it, and try again.',
  ],
}
