// Lights a page.
struct Camera {
    view: mat4x4<f32>,
    @align(16) position: vec3<f32>,
}

struct VertexOutput {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec3<f32>,
}

@group(0) @binding(0)
var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;

override samples: i32 = 4;

@vertex
fn vs_main(@location(0) position: vec3<f32>) -> VertexOutput {
    var out: VertexOutput;
    out.clip = camera.view * vec4<f32>(position, 1.0);
    return out;
}

fn brightness(color: vec3<f32>) -> f32 {
    var sum: f32 = 0.0;
    for (var i: i32 = 0; i < 3; i = i + 1) {
        if (color[i] > 1.0) {
            sum = sum + 1.0;
        } else {
            sum = sum + color[i];
        }
    }
    switch (i32(sum)) {
        case 0: {
            return 0.0;
        }
        default: {
            return sum / 3.0;
        }
    }
}

@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) id: vec3<u32>) {
    loop {
        counts[id.x] = counts[id.x] + 1u;
        break;
    }
}
