classdef Account < handle & matlab.mixin.Copyable
    % A bank account. function notReal() is only words here.
    properties (Constant)
        LIMIT = 1000
    end
    properties (Access = private)
        balance double = 0
        owner
    end
    events
        Overdrawn
    end
    enumeration
        Open (1)
        Closed (0)
    end
    methods
        function obj = Account(owner)
            obj.owner = owner;
        end

        function deposit(obj, amount)
            if amount > 0
                obj.balance = obj.balance + amount;
            elseif amount == 0
                disp('function fake()');
            else
                error("negative");
            end
        end

        function value = get.balance(obj)
            value = obj.balance;
        end
    end
    methods (Static)
        function [total, count] = sum(list)
            total = 0;
            for k = 1:numel(list)
                total = total + list(k);
            end
            while total > 10
                total = total - 1;
            end
            switch total
                case 1
                    count = 1;
                otherwise
                    count = 2;
            end
            try
                count = risky(total);
            catch err
                rethrow(err);
            end
        end
    end
    methods (Abstract)
        result = render(obj, target)
    end
end

%{
function hidden()
end
%}
function out = helper(x, varargin)
    square = @(y) y.^2;
    import matlab.io.*
    out = square(x);

    function inner()
        out = out + 1;
    end
end
