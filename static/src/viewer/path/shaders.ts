/** Edges are softened in the shader (there is no multisampling); what is far fades, as it may be behind a wall. */

const DISTANCE = `
  varying float away;
  vec4 project() {
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    away = length(seen.xyz);
    return projectionMatrix * seen;
  }`

const FADE = `
  varying float away;
  float fade() { return mix(1.0, 0.45, smoothstep(3.0, 14.0, away)); }`

export const ribbonVertex = `${DISTANCE}
  attribute vec3 colour;
  attribute float along, across;
  varying vec3 tint;
  varying vec2 walked;
  void main() {
    tint = colour;
    walked = vec2(across, along);
    gl_Position = project();
  }`

/** A coloured band with a white rim, and chevrons that point the way. */
export const ribbonFragment = `${FADE}
  varying vec3 tint;
  varying vec2 walked;
  void main() {
    float side = abs(walked.x);
    float soft = fwidth(walked.x) + 0.001;
    float rim = smoothstep(0.78 - soft, 0.78, side);
    float phase = abs(fract((walked.y + side * 0.12) / 0.6) - 0.5);
    float softPhase = fwidth(walked.y / 0.6) + 0.01;
    float chevron = (1.0 - smoothstep(0.09, 0.09 + softPhase, phase)) * (1.0 - smoothstep(0.1, 0.5, softPhase));
    vec3 colour = mix(tint, vec3(1.0), max(rim * 0.9, chevron * (1.0 - rim) * 0.55));
    float alpha = (1.0 - smoothstep(1.0 - soft, 1.0, side)) * 0.85 * fade();
    gl_FragColor = vec4(colour, alpha);
  }`

export const arrowVertex = `${DISTANCE}
  attribute vec3 colour;
  varying vec3 tint;
  void main() {
    tint = colour;
    gl_Position = project();
  }`

export const arrowFragment = `${FADE}
  varying vec3 tint;
  void main() {
    gl_FragColor = vec4(tint, 0.95 * fade());
  }`

export const haloVertex = `${DISTANCE}
  varying float rise;
  void main() {
    rise = uv.y;
    gl_Position = project();
  }`

/** A wall of light that is brightest at the floor. */
export const haloFragment = `${FADE}
  varying float rise;
  void main() {
    float glow = pow(1.0 - rise, 2.0) * 0.6 + (1.0 - smoothstep(0.03, 0.06, rise)) * 0.4;
    gl_FragColor = vec4(mix(vec3(1.0, 0.2, 0.16), vec3(1.0, 0.75, 0.6), glow * 0.6), glow * max(0.7, fade()));
  }`
