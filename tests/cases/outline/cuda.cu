#include <cuda_runtime.h>
#include "shelf.cuh"

#define BLOCK 256

__constant__ float weights[16];

namespace library {

struct Book {
    int id;
    __device__ float weight() const { return weights[id]; }
};

template <typename T>
__global__ void scale(T *data, T factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] *= factor;
    }
}

__device__ int clamp(int x)
{
    return x < 0 ? 0 : x;
}

}  // namespace library

enum class Mode { Fast, Exact };

int main(int argc, char **argv)
{
    float *data = nullptr;
    cudaMalloc(&data, 1024);
    library::scale<<<4, BLOCK>>>(data, 2.0f, 256);
    return 0;
}
