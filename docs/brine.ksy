# A payload of docs/format.md, for the compiler of Kaitai Struct. The words are those of the document.
#
# What an instance of a shape holds depends on a shape that was defined before. So every type that contains values is given the last shape that was
# defined before it ("before"), and says which one is the last behind it ("after"). A shape leads to the one before it.
meta:
  id: brine
  title: Brine payload, version 1
  license: BSD-3-Clause
  ks-version: '0.10'
  endian: le
doc-ref: format.md
seq:
  - id: igbinary_header
    doc: Readers skip it.
    contents: [0, 0, 0, 2]
    if: first == 0
  - id: magic
    contents: [0xc1]
  - id: version
    doc: With its header flags, of which 2 is known.
    type: u1
    valid:
      any-of: [0x10, 0x12]
  - id: dictionary
    doc: The id of the dictionary (reference/dictionary-format.md).
    size: 8
    if: version == 0x12
  - id: value_with_dictionary
    doc: What the shapes of the dictionary are needed for to parse it.
    size-eos: true
    if: version == 0x12
  - id: no_shape
    type: shape(-1, 0, _root)
  - id: value
    type: value(no_shape)
    if: version == 0x10
  - id: nothing_else
    size-eos: true
    valid:
      expr: _.length == 0
instances:
  first:
    pos: 0
    type: u1
types:
  uv:
    doc: Section 2. An sv is one too, zigzag.
    seq:
      - id: first
        type: u1
        valid:
          expr: _ != 0xef and _ < 0xf2
      - id: next_1
        type: u1
        if: first >= 0xc0 and first < 0xe0
      - id: next_2
        type: u2
        if: first >= 0xe0 and first < 0xef
      - id: next_4
        type: u4
        if: first == 0xf0
      - id: next_8
        type: u8
        if: first == 0xf1
    instances:
      value:
        value: >-
          first < 0xc0 ? first
          : first < 0xe0 ? 192 + 256 * (first - 0xc0) + next_1
          : first < 0xef ? 8384 + 65536 * (first - 0xe0) + next_2
          : first == 0xf0 ? next_4
          : next_8
  shape:
    doc: A shape that has no bytes of its own. The one before all others has the number -1.
    params:
      - id: number
        type: s4
      - id: count
        type: s8
        doc: How many values an instance has.
      - id: previous
        type: struct
  link:
    doc: The last shape behind a type. It has a type of its own, since the compiler has to know the type of what types say of one another.
    params:
      - id: shape
        type: shape
  shape_by_number:
    params:
      - id: last
        type: shape
      - id: number
        type: s8
    instances:
      earlier:
        type: shape_by_number(last.previous.as<shape>, number)
        if: last.number != number
      found:
        type: 'link(last.number == number ? last : earlier.found.shape)'
      count:
        value: found.shape.count
  value:
    doc: Section 3.
    params:
      - id: before
        type: shape
    seq:
      - id: tag
        type: u1
      - id: content
        type:
          switch-on: first_of_range
          cases:
            'tag::short_string': bytes(tag - 0x1f)
            'tag::string_ref_2': u1
            'tag::shaped_1': instance(before, tag - 0xb0)
            'tag::short_list': values(before, tag - 0xbf)
            'tag::shared_2': u1
            'tag::null': nothing
            'tag::u8': u1
            'tag::u16': u2
            'tag::u32': u4
            'tag::i8': s1
            'tag::i16': s2
            'tag::i32': s4
            'tag::i64': s8
            'tag::f32': f4
            'tag::f64': f8
            'tag::string': sized_bytes
            'tag::string_ref': uv
            'tag::list': list_value(before)
            'tag::map': map_value(before)
            'tag::shaped': shaped(before)
            'tag::shared': uv
            'tag::run': run(before)
            'tag::table': table(before, false)
            'tag::keyed_table': table(before, true)
            'tag::object': object_value(before)
            'tag::custom': custom(before)
            'tag::enum': enum_case(before)
            'tag::serializable': serializable(before)
            'tag::object_ref': uv
            'tag::reference': value(before)
            'tag::reference_ref': uv
            'tag::digits': packed
            'tag::hex': packed
            'tag::uuid': bytes(16)
            'tag::layout': layout(before)
            _: nothing
    instances:
      first_of_range:
        doc: The tag, or the first of its range.
        enum: tag
        value: >-
          tag < 0x20 ? 0x00 : tag < 0x60 ? 0x20 : tag < 0xa0 ? 0x60 : tag < 0xb0 ? 0xa0
          : tag < 0xc0 ? 0xb0 : tag < 0xd0 ? 0xc0 : tag < 0xd8 ? 0xd0 : tag
      after:
        type: >-
          link(first_of_range == tag::shaped_1 ? content.as<instance>.after.shape
          : first_of_range == tag::short_list ? content.as<values>.after.shape
          : first_of_range == tag::list ? content.as<list_value>.after.shape
          : first_of_range == tag::map ? content.as<map_value>.after.shape
          : first_of_range == tag::shaped ? content.as<shaped>.after.shape
          : first_of_range == tag::run ? content.as<run>.after.shape
          : first_of_range == tag::table ? content.as<table>.after.shape
          : first_of_range == tag::keyed_table ? content.as<table>.after.shape
          : first_of_range == tag::object ? content.as<object_value>.after.shape
          : first_of_range == tag::custom ? content.as<custom>.after.shape
          : first_of_range == tag::reference ? content.as<value>.after.shape
          : first_of_range == tag::layout ? content.as<layout>.after.shape
          : before)
  nothing: {}
  bytes:
    params:
      - id: size
        type: s8
    seq:
      - id: bytes
        size: size
  sized_bytes:
    seq:
      - id: size
        type: uv
      - id: bytes
        size: size.value
  packed:
    doc: Section 4. The low four bits of a byte come before the high four.
    seq:
      - id: size
        type: uv
      - id: bytes
        size: (size.value + 1) / 2
  values:
    params:
      - id: before
        type: shape
      - id: count
        type: s8
    seq:
      - id: values
        type: 'value(_index == 0 ? before : values[_index - 1].after.shape)'
        repeat: expr
        repeat-expr: count
    instances:
      after:
        type: 'link(count == 0 ? before : values[count - 1].after.shape)'
  list_value:
    doc: Section 5.
    params:
      - id: before
        type: shape
    seq:
      - id: count
        type: uv
      - id: elements
        type: values(before, count.value)
    instances:
      after:
        type: 'link(elements.after.shape)'
  run:
    doc: Section 5.3.
    params:
      - id: before
        type: shape
    seq:
      - id: count
        type: uv
      - id: column
        type: column(before, count.value)
      - id: own_values
        type: 'values(column.after.shape, column.flag == 0x80 ? count.value - column.members : 0)'
    instances:
      after:
        type: 'link(own_values.after.shape)'
  column:
    doc: Section 5.1.
    params:
      - id: before
        type: shape
      - id: count
        type: s8
    seq:
      - id: kind_and_flag
        type: u1
        valid:
          expr: (_ & 0xc0) != 0xc0 and (_ & 0x3f) < 0x20 and (_ & 0x3f) != 6 and (_ & 0x3f) != 7 and not (_ == 0x40 or _ == 0x80)
      - id: bitmap
        type: bitmap(count)
        if: flag != 0
      - id: constant
        type: value(before)
        if: kind == 1
      - id: exponent
        type: u1
        valid:
          max: 15
        if: kind >= 0x18
      - id: start
        doc: An sv. The base of INTEGERS and DECIMALS.
        type: uv
        if: kind == 3 or kind >= 8
      - id: step
        doc: An sv.
        type: uv
        if: kind == 3 or (kind >= 0x10 and kind < 0x18)
      - id: cells
        size: size_of_cells
    instances:
      kind:
        value: kind_and_flag & 0x3f
      flag:
        value: kind_and_flag & 0xc0
      width:
        value: (kind & 7) + 1
      members:
        value: 'flag == 0 ? count : bitmap.unmarked'
      size_of_cells:
        value: >-
          kind == 2 ? (members + 7) / 8
          : kind == 4 ? members * 4
          : kind == 5 ? members * 8
          : kind < 8 ? 0
          : kind >= 0x10 and kind < 0x18 ? (members - 1) * width
          : members * width
      after:
        type: 'link(kind == 1 ? constant.after.shape : before)'
  bitmap:
    doc: Section 5.2.
    params:
      - id: count
        type: s8
    seq:
      - id: bytes
        size: (count + 7) / 8
      - id: bits
        type: 'bit((bytes[_index / 8] >> (_index % 8)) & 1, _index == 0 ? 0 : bits[_index - 1].unmarked)'
        repeat: expr
        repeat-expr: count
    instances:
      unmarked:
        value: bits[count - 1].unmarked
  bit:
    params:
      - id: is_set
        type: u1
      - id: unmarked_before
        doc: How many bits before it are not set.
        type: s8
    instances:
      unmarked:
        value: unmarked_before + 1 - is_set
  map_value:
    doc: Section 6.
    params:
      - id: before
        type: shape
    seq:
      - id: count
        type: uv
      - id: keys
        type: value(before)
        repeat: expr
        repeat-expr: count.value
      - id: shape
        type: shape(before.number + 1, count.value, before)
      - id: values
        type: values(shape, count.value)
    instances:
      after:
        type: 'link(values.after.shape)'
  instance:
    params:
      - id: before
        type: shape
      - id: number
        type: s8
    seq:
      - id: shape
        type: shape_by_number(before, number)
      - id: values
        type: values(before, shape.count)
    instances:
      after:
        type: 'link(values.after.shape)'
  shaped:
    params:
      - id: before
        type: shape
    seq:
      - id: number
        type: uv
      - id: instance
        type: instance(before, number.value)
    instances:
      after:
        type: 'link(instance.after.shape)'
  table:
    doc: Section 7.1.
    params:
      - id: before
        type: shape
      - id: is_keyed
        type: bool
    seq:
      - id: count
        type: uv
      - id: key_form
        type: uv
        if: is_keyed
      - id: keys
        type: value(before)
        repeat: expr
        repeat-expr: 'is_keyed and key_form.value == 0 ? count.value : 0'
      - id: key_column
        type: column(before, count.value)
        if: is_keyed and key_form.value == 1
      - id: has_bitmap
        type: uv
        valid:
          expr: _.value < 2
      - id: bitmap
        type: bitmap(count.value)
        if: has_bitmap.value == 1
      - id: head
        type: row_head(before)
      - id: columns
        type: 'column(_index == 0 ? head.after.shape : columns[_index - 1].after.shape, rows)'
        repeat: expr
        repeat-expr: head.width
      - id: elements
        type: >-
          element(has_bitmap.value == 1 and bitmap.bits[_index].is_set == 1,
          has_bitmap.value == 1 ? bitmap.bits[_index].unmarked_before : _index,
          _index == 0 ? after_columns : elements[_index - 1].after.shape)
        repeat: expr
        repeat-expr: count.value
    instances:
      rows:
        value: 'has_bitmap.value == 1 ? bitmap.unmarked : count.value'
      after_columns:
        value: 'head.width == 0 ? head.after.shape : columns[head.width - 1].after.shape'
      after:
        type: 'link(elements[count.value - 1].after.shape)'
  row_head:
    params:
      - id: before
        type: shape
    seq:
      - id: tag
        type: u1
        valid:
          expr: (_ >= 0xb0 and _ <= 0xcf) or _ == 0xe8 or _ == 0xe9 or _ == 0xea or _ == 0xf0 or _ == 0xfa
      - id: layout
        type: layout_head(true)
        if: tag == 0xfa
      - id: class_name
        type: value(before)
        if: defining_tag == 0xf0
      - id: count_or_number
        type: uv
        if: defining_tag >= 0xd0
      - id: keys
        type: value(before)
        repeat: expr
        repeat-expr: 'defining_tag == 0xe9 ? count_or_number.value : 0'
      - id: names
        type: name(before)
        repeat: expr
        repeat-expr: 'defining_tag == 0xf0 ? count_or_number.value : 0'
      - id: known_shape
        type: 'shape_by_number(before, defining_tag == 0xea ? count_or_number.value : defining_tag - 0xb0)'
        if: defining_tag == 0xea or defining_tag < 0xc0
      - id: new_shape
        type: shape(before.number + 1, count_or_number.value, before)
        if: defining_tag == 0xe9 or defining_tag == 0xf0
    instances:
      defining_tag:
        value: 'tag == 0xfa ? layout.tag : tag'
      width:
        value: >-
          defining_tag == 0xea or defining_tag < 0xc0 ? known_shape.count
          : defining_tag < 0xd0 ? defining_tag - 0xbf
          : count_or_number.value
      after:
        type: 'link(defining_tag == 0xe9 or defining_tag == 0xf0 ? new_shape : before)'
  element:
    doc: A marked element is a value. Of a row there are the cells that are values of their own.
    params:
      - id: is_marked
        type: bool
      - id: row
        type: s8
      - id: before
        type: shape
    seq:
      - id: value
        type: value(before)
        if: is_marked
      - id: cells
        type: 'cell(_parent.columns[_index], row, _index == 0 ? before : cells[_index - 1].after.shape)'
        repeat: expr
        repeat-expr: 'is_marked ? 0 : _parent.columns.size'
    instances:
      after:
        type: 'link(is_marked ? value.after.shape : cells.size == 0 ? before : cells[cells.size - 1].after.shape)'
  cell:
    params:
      - id: column
        type: column
      - id: row
        type: s8
      - id: before
        type: shape
    seq:
      - id: value
        type: value(before)
        if: is_own
    instances:
      is_own:
        value: 'column.kind == 0 or (column.flag == 0x80 and column.bitmap.bits[row].is_set == 1)'
      after:
        type: 'link(is_own ? value.after.shape : before)'
  object_value:
    doc: Section 8.2.
    params:
      - id: before
        type: shape
    seq:
      - id: class_name
        type: value(before)
      - id: count
        type: uv
      - id: names
        type: name(before)
        repeat: expr
        repeat-expr: count.value
      - id: shape
        type: shape(before.number + 1, count.value, before)
      - id: values
        type: values(shape, count.value)
    instances:
      after:
        type: 'link(values.after.shape)'
  name:
    params:
      - id: before
        type: shape
    seq:
      - id: scope
        type: u1
        enum: scope
        if: first_byte < 4
      - id: class_name
        type: value(before)
        if: first_byte == 3
      - id: name
        type: value(before)
    instances:
      first_byte:
        pos: _io.pos
        type: u1
  custom:
    doc: Section 8.3.
    params:
      - id: before
        type: shape
    seq:
      - id: class_name
        type: value(before)
      - id: shape
        type: shape(before.number + 1, 1, before)
      - id: array
        type: value(shape)
    instances:
      after:
        type: 'link(array.after.shape)'
  layout_head:
    doc: Section 8.6, and the tag of the object.
    params:
      - id: is_of_rows
        type: bool
    seq:
      - id: fingerprint
        type: u4
      - id: tag
        type: u1
        valid:
          expr: _ == 0xf0 or (_ == 0xf1 and not is_of_rows)
  layout:
    params:
      - id: before
        type: shape
    seq:
      - id: head
        type: layout_head(false)
      - id: object
        type: object_value(before)
        if: head.tag == 0xf0
      - id: custom
        type: custom(before)
        if: head.tag == 0xf1
    instances:
      after:
        type: 'link(head.tag == 0xf0 ? object.after.shape : custom.after.shape)'
  enum_case:
    doc: Section 8.4.
    params:
      - id: before
        type: shape
    seq:
      - id: class_name
        type: value(before)
      - id: case_name
        type: value(before)
  serializable:
    params:
      - id: before
        type: shape
    seq:
      - id: class_name
        type: value(before)
      - id: bytes
        type: sized_bytes
enums:
  scope:
    0: public
    1: protected
    2: private
    3: private_of
  tag:
    0x00: small_int
    0x20: short_string
    0x60: string_ref_1
    0xa0: string_ref_2
    0xb0: shaped_1
    0xc0: short_list
    0xd0: shared_2
    0xd8: 'null'
    0xd9: 'false'
    0xda: 'true'
    0xdb: u8
    0xdc: u16
    0xdd: u32
    0xde: i8
    0xdf: i16
    0xe0: i32
    0xe1: i64
    0xe2: f32
    0xe3: f64
    0xe4: empty_string
    0xe5: string
    0xe6: string_ref
    0xe7: empty_array
    0xe8: list
    0xe9: map
    0xea: shaped
    0xeb: shared
    0xec: run
    0xed: table
    0xee: keyed_table
    0xf0: object
    0xf1: custom
    0xf2: enum
    0xf3: serializable
    0xf4: object_ref
    0xf5: reference
    0xf6: reference_ref
    0xf7: digits
    0xf8: hex
    0xf9: uuid
    0xfa: layout
