/** A linked pair of shaders with the locations of their uniforms and attributes. Make it early, because that takes time. */
export class Program {
  private readonly program: WebGLProgram
  private readonly locations = new Map<string, WebGLUniformLocation | null>()

  constructor(
    private readonly gl: WebGL2RenderingContext,
    vertexShader: string,
    fragmentShader: string,
  ) {
    this.program = gl.createProgram()
    this.attach(gl.VERTEX_SHADER, vertexShader)
    this.attach(gl.FRAGMENT_SHADER, fragmentShader)
    gl.linkProgram(this.program)
  }

  use(): void {
    this.gl.useProgram(this.program)
  }

  uniform(name: string): WebGLUniformLocation | null {
    const known = this.locations.get(name)
    if (known !== undefined) return known
    const location = this.gl.getUniformLocation(this.program, name)
    this.locations.set(name, location)
    return location
  }

  /** Feeds an attribute from `size` numbers for each vertex; returns the buffer, or null when the shader has no such one. */
  feed(name: string, numbers: Float32Array, size: number): WebGLBuffer | null {
    const { gl } = this
    const location = gl.getAttribLocation(this.program, name)
    if (location === -1) return null
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW)
    gl.enableVertexAttribArray(location)
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0)
    return buffer
  }

  private attach(kind: GLenum, source: string): void {
    const { gl } = this
    const shader = gl.createShader(kind)
    if (!shader) return // Only a lost context returns null.
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(this.program, shader)
    gl.deleteShader(shader) // Freed with the program.
  }
}
