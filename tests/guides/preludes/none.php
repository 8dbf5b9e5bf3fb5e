<?php

// Prelude of examples without requirements.
