#version 450
#include "lighting.glsl"
#define PI 3.14159
#define SQUARE(x) ((x) * (x))

layout (location = 0) in vec3 inColor;
layout (location = 0) out vec4 outColor;

layout (set = 0, binding = 0) uniform Camera {
    mat4 view;
    vec4 position;
} camera;

uniform sampler2D tex;
const float exposure = 1.5;

struct Light {
    vec3 position;
    float power;
};

// Brightness of a light.
float brightness(Light light, vec3 at) {
    float sum = 0.0;
    for (int i = 0; i < 3; i++) {
        if (at[i] > 0.0) {
            sum += SQUARE(at[i]);
        } else {
            continue;
        }
    }
    return light.power / sum;
}

void main() {
    outColor = vec4(inColor * exposure, 1.0);
}
