type Bytes = Uint8Array<ArrayBuffer>

export const gzip = (bytes: Bytes): Promise<Bytes> => through(bytes, new CompressionStream('gzip'))

export const gunzip = (bytes: Bytes): Promise<Bytes> => through(bytes, new DecompressionStream('gzip'))

async function through(bytes: Bytes, change: CompressionStream | DecompressionStream): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(change)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
