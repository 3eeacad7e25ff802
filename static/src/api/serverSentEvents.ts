/** Reads server-sent events whose data is JSON until the answer ends, and shows each. Comments and names of events are not used. */
export async function readEvents({ body }: Response, show: (value: unknown) => void): Promise<void> {
  if (body === null) return
  let text = ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) show(JSON.parse(event.slice('data: '.length)))
  }
}
