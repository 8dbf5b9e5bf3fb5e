<?php

// What examples begin with that need nothing.
