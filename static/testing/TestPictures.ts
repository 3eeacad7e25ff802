import type { LoadImage } from '../src/viewer/picture/TileLoader'

export interface TestImage extends ImageBitmap {
  readonly url: string
  readonly closed: boolean
}

class Image implements TestImage {
  closed = false

  constructor(
    readonly url: string,
    readonly width: number,
    readonly height: number,
  ) {}

  close(): void {
    this.closed = true
  }
}

interface Asked {
  give: () => void
  fail: (error: Error) => void
  signal: AbortSignal
}

/** Images on a line that a test holds: each comes, or does not, when the test says so. */
export class TestPictures {
  /** In the order in which they were asked for. */
  readonly asked: string[] = []
  readonly images: TestImage[] = []
  private readonly open = new Map<string, Asked>()
  private answer: (url: string) => 'come' | 'wait' | Error = () => 'wait'

  constructor(private readonly size: (url: string) => [width: number, height: number] = sizeOf) {}

  /** Hand this to what loads images. */
  readonly load: LoadImage = (url, signal) =>
    new Promise((resolve, reject) => {
      this.asked.push(url)
      const give = () => {
        this.open.delete(url)
        resolve(this.make(url))
      }
      const fail = (error: Error) => {
        this.open.delete(url)
        reject(error)
      }
      this.open.set(url, { give, fail, signal })
      const answer = this.answer(url)
      if (answer === 'come') give()
      else if (answer instanceof Error) fail(answer)
    })

  /** From now on images come at once, fail or wait; those that are asked for already, too. */
  let(answer: (url: string) => 'come' | 'wait' | Error): void {
    this.answer = answer
    for (const [url, { give, fail }] of [...this.open]) {
      const now = answer(url)
      if (now === 'come') give()
      else if (now instanceof Error) fail(now)
    }
  }

  /** What is asked for and still wanted. */
  get waiting(): string[] {
    return [...this.open].filter(([, { signal }]) => !signal.aborted).map(([url]) => url)
  }

  /** Decoded images that nobody has freed. */
  get held(): string[] {
    return this.images.filter(({ closed }) => !closed).map(({ url }) => url)
  }

  make(url: string, [width, height] = this.size(url)): TestImage {
    const image = new Image(url, width, height)
    this.images.push(image)
    return image
  }
}

const sizeOf = (url: string): [number, number] => (url.endsWith('preview') ? [768, 128] : [512, 512])
