type Handler<Event> = (event: Event) => void

/** Typed events: `class Viewer extends Emitter<{ moveend: { viewpointId: string } }>`. */
export class Emitter<Events> {
  private readonly handlers = new Map<keyof Events, Set<Handler<never>>>()

  /** Calls `handler` at every `name` event until the returned function is called. */
  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): () => void {
    const handlers = this.handlers.get(name) ?? new Set()
    this.handlers.set(name, handlers.add(handler))
    return () => void handlers.delete(handler)
  }

  protected emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])]) (handler as Handler<Events[Name]>)(event)
  }

  protected removeHandlers(): void {
    this.handlers.clear()
  }
}
