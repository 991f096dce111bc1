"""How long a test waits for what is to come: so long that nothing takes nearly as long, however busy the machine is.

It ends what hangs and judges nothing. What must not take long is measured in the processor's time.
"""

PATIENCE = 300.0  # seconds
