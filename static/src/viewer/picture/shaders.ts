/** `corner` runs from (0, 0) to (1, 1) over a patch; `rect` and `part` are left, top, width, height. */
const vertexShader = (pointAt: string, deepen = 'return point;'): string => `#version 300 es
  layout(location = 0) in vec2 corner;
  uniform mat4 toClip;
  uniform vec4 rect;
  uniform vec4 part;
  uniform mat3 axes;
  uniform sampler2D relief;
  out vec2 place;
  vec3 pointAt(vec2 uv) {${pointAt}}
  vec3 deepened(vec3 point) {${deepen}}
  void main() {
    place = part.xy + corner * part.zw;
    gl_Position = toClip * vec4(deepened(pointAt(rect.xy + corner * rect.zw)), 1.0);
    // A corner right beside the camera lies at infinity, where drawing without a GPU goes wrong.
    if (abs(gl_Position.w) < 1e-4) gl_Position.w = -1e-4;
  }`

/** On a side of the cube: \`axes\` are where its image's right and top edges and its centre lie. */
const onCube = 'return axes * vec3(2.0 * uv.x - 1.0, 1.0 - 2.0 * uv.y, 1.0);'

/** On the unit sphere: heading grows to the right of +y, elevation upwards. */
const onSphere = `
    vec2 angles = vec2(uv.x - 0.5, 0.5 - uv.y) * vec2(6.283185307179586, 3.141592653589793);
    return vec3(sin(angles.x) * cos(angles.y), cos(angles.x) * cos(angles.y), sin(angles.y));`

/** Metres of a relief's first level, and how often they are doubled up to its last: as `environments/relief.py` writes it. */
export const RELIEF = { nearest: 0.25, doublings: 8 } as const

/** As many metres away as \`relief\` says, a picture of the whole sphere. */
const asFar = `
    vec3 towards = normalize(point);
    vec2 at = vec2(atan(towards.x, towards.y) / 6.283185307179586, -asin(clamp(towards.z, -1.0, 1.0)) / 3.141592653589793);
    return towards * ${RELIEF.nearest.toFixed(2)} * exp2(${RELIEF.doublings.toFixed(1)} * textureLod(relief, at + 0.5, 0.0).r);`

export const cubeVertex = vertexShader(onCube)
export const sphereVertex = vertexShader(onSphere)
export const deepCubeVertex = vertexShader(onCube, asFar)
export const deepSphereVertex = vertexShader(onSphere, asFar)

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

/**
 * The same for a picture that stands still: cubic convolution (Keys 1981) over the nearest 12 texels, whose 4 inner ones and
 * their pairs of neighbours are read together by the GPU's linear filter. Linear interpolation alone takes four tenths of
 * the fine detail away where a texel is about as large as a pixel. Where texels are smaller, it does no harm and stays.
 */
export const finePictureFragment = `#version 300 es
  precision highp float;
  in vec2 place;
  uniform sampler2D image;
  uniform float opacity;
  out vec4 colour;
  const float TENSION = -0.6;
  const vec2 FINE_TEXELS = vec2(1.5, 2.2); // to a pixel: from here on less, from here on not at all

  vec2 inner(vec2 d) { return ((TENSION + 2.0) * d - (TENSION + 3.0)) * d * d + 1.0; }
  vec2 outer(vec2 d) { return TENSION * d * (d - 1.0) * (d - 1.0); }

  void main() {
    vec3 linear = texture(image, place).rgb;
    vec2 size = vec2(textureSize(image, 0));
    vec2 spread = max(abs(dFdx(place)), abs(dFdy(place))) * size;
    vec2 texel = place * size - 0.5;
    vec2 base = floor(texel);
    vec2 after = texel - base;
    vec2 before = 1.0 - after;
    vec2 left = outer(after), right = outer(before), next = inner(before);
    vec2 middle = inner(after) + next;
    vec2 first = (base - 0.5) / size, last = (base + 2.5) / size, between = (base + 0.5 + next / middle) / size;
    vec4 weights = vec4(left.x * middle.y, right.x * middle.y, middle.x * left.y, middle.x * right.y);
    float centre = middle.x * middle.y;
    vec3 cubic = (centre * texture(image, between).rgb
      + weights.x * texture(image, vec2(first.x, between.y)).rgb
      + weights.y * texture(image, vec2(last.x, between.y)).rgb
      + weights.z * texture(image, vec2(between.x, first.y)).rgb
      + weights.w * texture(image, vec2(between.x, last.y)).rgb) / (centre + dot(weights, vec4(1.0)));
    float coarse = smoothstep(FINE_TEXELS.x, FINE_TEXELS.y, max(spread.x, spread.y));
    colour = vec4(mix(cubic, linear, coarse), opacity);
  }`
