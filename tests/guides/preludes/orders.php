<?php

class_exists('Order') || eval('final class Order {} final class Customer {}');
$payload = brine_serialize([1, 2, 3]);
