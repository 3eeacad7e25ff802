/** `corner` runs from (0, 0) to (1, 1) over a patch; `rect` and `part` are left, top, width, height. */
const vertexShader = (pointAt: string): string => `#version 300 es
  in vec2 corner;
  uniform mat4 toClip;
  uniform vec4 rect;
  uniform vec4 part;
  uniform mat3 axes;
  out vec2 place;
  vec3 pointAt(vec2 uv) {${pointAt}}
  void main() {
    place = part.xy + corner * part.zw;
    gl_Position = toClip * vec4(pointAt(rect.xy + corner * rect.zw), 1.0);
    // A corner right beside the camera lies at infinity, where drawing without a GPU goes wrong.
    if (abs(gl_Position.w) < 1e-4) gl_Position.w = -1e-4;
  }`

/** On a side of the cube: \`axes\` are where its image's right and top edges and its centre lie. */
export const cubeVertex = vertexShader('return axes * vec3(2.0 * uv.x - 1.0, 1.0 - 2.0 * uv.y, 1.0);')

/** On the unit sphere: heading grows to the right of +y, elevation upwards. */
export const sphereVertex = vertexShader(`
    vec2 angles = vec2(uv.x - 0.5, 0.5 - uv.y) * vec2(6.283185307179586, 3.141592653589793);
    return vec3(sin(angles.x) * cos(angles.y), cos(angles.x) * cos(angles.y), sin(angles.y));`)

/** Colours as they are stored: converting them would cost time in every pixel, and change nothing. */
export const pictureFragment = `#version 300 es
  precision mediump float;
  in highp vec2 place;
  uniform sampler2D image;
  uniform float opacity;
  out vec4 colour;
  void main() {
    colour = vec4(texture(image, place).rgb, opacity);
  }`
