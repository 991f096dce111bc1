#include "Common.hlsli"
#define GROUP 8

cbuffer Camera : register(b0)
{
    float4x4 view;
    float4 position;
};

Texture2D<float4> tex : register(t0);
SamplerState smp;

cbuffer Lights
{
    float3 sun;
    float4 lamps[8];
};
static const float PI = 3.14159;

struct VSOutput
{
    float4 position : SV_POSITION;
    float2 uv : TEXCOORD0;
};

float Brightness(float3 color)
{
    float sum = 0;
    for (int i = 0; i < 3; ++i)
    {
        sum += color[i];
    }
    return sum / 3;
}

float4 PSMain(VSOutput input) : SV_TARGET
{
    if (input.uv.x > 1)
    {
        return 0;
    }
    return tex.Sample(smp, input.uv);
}

[numthreads(GROUP, GROUP, 1)]
void CSMain(uint3 id : SV_DispatchThreadID)
{
}
