<?php

session_status() === PHP_SESSION_ACTIVE && session_abort();
session_id('damaged');
file_put_contents("$sessions/sess_damaged", "\xC1\x10\xC2");
