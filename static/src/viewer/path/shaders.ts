/** Edges are softened in the shader (there is no multisampling); what is far fades, as it may be behind a wall. */

const VERTEX = `#version 300 es
  in vec3 position;
  uniform mat4 modelView, projection;
  out float away;
  vec4 project() {
    vec4 seen = modelView * vec4(position, 1.0);
    away = length(seen.xyz);
    return projection * seen;
  }`

const FRAGMENT = `#version 300 es
  precision highp float;
  in float away;
  out vec4 painted;
  float fade() { return mix(1.0, 0.45, smoothstep(3.0, 14.0, away)); }`

const ribbonVertex = `${VERTEX}
  in vec3 colour;
  in float along, across;
  out vec3 tint;
  out vec2 walked;
  void main() {
    tint = colour;
    walked = vec2(across, along);
    gl_Position = project();
  }`

/** A coloured band with a white rim, and chevrons that point the way; faint where it is out of sight. */
const ribbonFragment = `${FRAGMENT}
  in vec3 tint;
  in vec2 walked;
  uniform float seenFrom, seenTo;
  float inSight() { return smoothstep(seenFrom - 0.5, seenFrom, walked.y) * (1.0 - smoothstep(seenTo, seenTo + 0.5, walked.y)); }
  void main() {
    float side = abs(walked.x);
    float soft = fwidth(walked.x) + 0.001;
    float rim = smoothstep(0.78 - soft, 0.78, side);
    float phase = abs(fract((walked.y + side * 0.12) / 0.6) - 0.5);
    float softPhase = fwidth(walked.y / 0.6) + 0.01;
    float chevron = (1.0 - smoothstep(0.09, 0.09 + softPhase, phase)) * (1.0 - smoothstep(0.1, 0.5, softPhase));
    vec3 colour = mix(tint, vec3(1.0), max(rim * 0.9, chevron * (1.0 - rim) * 0.55));
    float alpha = (1.0 - smoothstep(1.0 - soft, 1.0, side)) * mix(0.3, 0.85 * fade(), inSight());
    painted = vec4(colour, alpha);
  }`

const arrowVertex = `${VERTEX}
  in vec3 colour;
  out vec3 tint;
  void main() {
    tint = colour;
    gl_Position = project();
  }`

const arrowFragment = `${FRAGMENT}
  in vec3 tint;
  void main() {
    painted = vec4(tint, 0.95 * fade());
  }`

const haloVertex = `${VERTEX}
  in vec3 normal;
  in float light;
  out float glow, facing;
  void main() {
    gl_Position = project();
    glow = light;
    vec3 seen = (modelView * vec4(position, 1.0)).xyz;
    facing = dot(normalize(mat3(modelView) * normal), normalize(seen));
  }`

/** What stands upright is faint where one looks along it, so that it has no edges. Of one colour: sides blend in any order. */
const haloFragment = `${FRAGMENT}
  in float glow, facing;
  uniform float upright, red, green, blue;
  void main() {
    float light = glow * glow * mix(0.9, 0.6 * facing * facing, upright);
    painted = vec4(red, green, blue, light * max(0.7, fade()));
  }`

export const ribbonShader = { vertex: ribbonVertex, fragment: ribbonFragment }
export const arrowShader = { vertex: arrowVertex, fragment: arrowFragment }
export const haloShader = { vertex: haloVertex, fragment: haloFragment }

export const PATH_SHADERS = [ribbonShader, arrowShader, haloShader]
