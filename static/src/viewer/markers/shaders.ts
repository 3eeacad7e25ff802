const vertex = `#version 300 es
  in vec3 position;
  in vec2 uv;
  uniform mat4 modelView, projection;
  out vec2 place;
  void main() {
    place = uv * 2.0 - 1.0;
    gl_Position = projection * modelView * vec4(position, 1.0);
  }`

const fragment = `#version 300 es
  precision highp float;
  in vec2 place;
  uniform float bright;
  out vec4 colour;
  void main() {
    float radius = length(place);
    float soft = fwidth(radius) + 0.001;
    float inside = 1.0 - smoothstep(0.8 - soft, 0.8, radius);
    float ring = smoothstep(0.6 - soft, 0.6, radius) * inside;
    float shadow = (1.0 - smoothstep(0.7, 1.0, radius)) * 0.45;
    float white = max(ring * mix(0.85, 1.0, bright), inside * mix(0.12, 0.55, bright));
    float alpha = white + shadow * (1.0 - white);
    colour = vec4(mix(vec3(0.05, 0.07, 0.1), vec3(1.0), white / max(alpha, 0.001)), alpha);
  }`

/** A white ring on a soft shadow that sets it off from bright floors; a bright one is filled. */
export const markerShader = { vertex, fragment }
