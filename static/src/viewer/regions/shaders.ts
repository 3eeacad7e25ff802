import { RIM, RIM_OPACITY } from './looks'

/** Lines have the same width everywhere in the picture, whatever the lens; edges are softened here, as there is no multisampling. */

/** Pixels from the middle of a line to the end of its dark rim; of what is talked of, further. */
const REACH = 'mix(3.0, 4.8, lit)'

/** Directions have no place: they are turned with the camera, and put at a distance (metres) where no lens cuts them off. */
export const DISTANCE = 10

const VERTEX = `#version 300 es
  in vec3 position, colour;
  in float lit;
  uniform mat4 modelView, projection;
  out vec3 tint;
  out float bright;
  vec4 project(vec3 seen) {
    tint = colour;
    bright = lit;
    return projection * vec4(${DISTANCE.toFixed(1)} * seen, 1.0);
  }`

const FRAGMENT = `#version 300 es
  precision highp float;
  in vec3 tint;
  in float bright;
  out vec4 painted;`

const lineVertex = `${VERTEX}
  in vec3 sideways;
  in float across, along, line;
  uniform float pixel;
  out float side, walked;
  flat out float kind, reach;
  void main() {
    reach = ${REACH};
    vec3 seen = mat3(modelView) * position;
    vec3 aside = mat3(modelView) * sideways;
    side = across * reach;
    walked = along / pixel;
    kind = line;
    gl_Position = project(seen + aside * across * reach * pixel * max(0.1, -seen.z));
  }`

const lineFragment = `${FRAGMENT}
  in float side, walked;
  flat in float kind, reach;
  void main() {
    float away = abs(side) * 3.4 / reach;
    float core = clamp(2.5 - 1.25 * away, 0.0, 1.0);
    if (kind == 1.0) core *= clamp(6.5 - abs(fract(walked / 18.0) - 0.5) * 18.0, 0.0, 1.0);
    else if (kind == 2.0) core *= clamp(2.6 - abs(fract(walked / 8.0) - 0.5) * 8.0, 0.0, 1.0);
    else if (kind == 3.0) core = clamp(2.0 * away - 0.8, 0.0, 1.0) * clamp(2.7 - away, 0.0, 1.0);
    float rim = clamp((3.4 - away) / 0.7, 0.0, 1.0) * mix(${RIM_OPACITY.quiet.toFixed(2)}, ${RIM_OPACITY.lit.toFixed(2)}, bright);
    painted = vec4(mix(vec3(${RIM.join(', ')}), tint, core), max(core, rim));
  }`

const fillVertex = `${VERTEX}
  void main() {
    gl_Position = project(mat3(modelView) * position);
  }`

const fillFragment = `${FRAGMENT}
  void main() {
    painted = vec4(tint, 0.18);
  }`

export const lineShader = { vertex: lineVertex, fragment: lineFragment }
export const fillShader = { vertex: fillVertex, fragment: fillFragment }
