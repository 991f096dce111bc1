! A comment: subroutine not_real()
module shapes
  use iso_fortran_env, only: real64
  implicit none
  private
  integer, parameter :: max_sides = 12
  real(real64) :: tolerance = 1.0e-6, scale
  public :: area

  type, abstract :: shape
    character(len=32) :: label = "subroutine fake"
  contains
    procedure(area_of), deferred :: area
    procedure :: describe => shape_describe
    generic :: operator(==) => equals
    final :: shape_free
  end type shape

  type, extends(shape) :: circle
    real(real64) :: radius, weight
  end type circle

  enum, bind(c)
    enumerator :: red = 1, green
    enumerator blue
  end enum

  interface area
    module procedure circle_area
  end interface area

  interface operator(.near.)
    procedure near
  end interface

  abstract interface
    function area_of(self) result(value)
      import :: shape
      class(shape), intent(in) :: self
      real :: value
    end function area_of
  end interface

contains

  pure real function circle_area(self) result(value)
    type(circle), intent(in) :: self
    real :: local_value
    value = 3.14 * self%radius ** 2
  end function circle_area

  recursive subroutine shape_describe(self, depth)
    class(shape), intent(in) :: self
    integer, intent(in) :: depth
    integer :: i
    if (depth > 0) then
      call shape_describe(self, depth - 1)
    else if (depth == 0) then
      print *, self%label
    else
      return
    end if
    outer: do i = 1, 3
      print *, i
    end do outer
    select case (depth)
    case (1)
      print *, "one"
    case default
      print *, "many"
    end select
  contains
    subroutine inner()
      print *, "inner"
    end subroutine inner
  end subroutine shape_describe
end module shapes

submodule (shapes) shapes_impl
contains
  module procedure near
    near = .true.
  end procedure near
end submodule shapes_impl

program main
  use shapes
  integer :: n
  common /block/ n
  n = 3
  call run(n)
end program main

block data start
  integer n
  common /block/ n
end
