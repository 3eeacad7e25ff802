// Counts what a page's WebGL contexts hold, by watching what they are asked for. Runs before the page's own scripts.
(() => {
  const sizes = new Map()
  const bound = new Map()
  const BYTES = 4
  const image = (target, width, height) => {
    const face = target >= 0x8515 && target <= 0x851a
    const texture = bound.get(face ? 0x8513 : target)
    if (texture) sizes.set(texture, (face ? (sizes.get(texture) ?? 0) : 0) + width * height * BYTES)
  }
  const wrap = (prototype, name, note) => {
    const original = prototype[name]
    if (!original) return
    prototype[name] = function (...values) {
      note(...values)
      return original.apply(this, values)
    }
  }
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    wrap(prototype, 'bindTexture', (target, texture) => bound.set(target, texture))
    wrap(prototype, 'texStorage2D', (target, _levels, _format, width, height) => image(target, width, height))
    wrap(prototype, 'texImage2D', (target, level, ...rest) => {
      if (level > 0) return
      const source = rest.at(-1)
      if (rest.length > 4) image(target, rest[1], rest[2])
      else if (source) image(target, source.width, source.height)
    })
    wrap(prototype, 'deleteTexture', (texture) => sizes.delete(texture))
    wrap(prototype, 'bindBuffer', (target, buffer) => bound.set(target, buffer))
    wrap(prototype, 'bufferData', (target, data) => {
      const buffer = bound.get(target)
      if (buffer) sizes.set(buffer, typeof data === 'number' ? data : (data?.byteLength ?? 0))
    })
    wrap(prototype, 'deleteBuffer', (buffer) => sizes.delete(buffer))
  }
  window.gpuBytes = () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
})()
