# The build of the viewer.
cmake_minimum_required(VERSION 3.20)
project(Viewer VERSION 1.4 LANGUAGES CXX)

include(GNUInstallDirs)
find_package(ZLIB REQUIRED)

set(SOURCES
  src/main.cpp
  src/window.cpp
)
option(WITH_TESTS "Build the tests" ON)

if(WIN32)
  set(PLATFORM windows)
else()
  set(PLATFORM posix)
endif()

function(add_plugin name)
  set(local_value ${name})
  foreach(source IN LISTS ARGN)
    message(STATUS ${source})
  endforeach()
endfunction()

macro(copy_files from to)
  file(COPY ${from} DESTINATION ${to})
endmacro()

add_library(core STATIC ${SOURCES})
add_executable(viewer
  src/main.cpp
)
add_custom_target(docs COMMAND doxygen)

#[[ function(not_a_function)
]]
add_test(NAME smoke COMMAND viewer --version)
